import { queryOptions } from '@tanstack/react-query'
import { readOffered } from '../offered.ts'

/** What is switched on here beside password and mail. */
export const offered = queryOptions({
  queryKey: ['accounts', 'offered'],
  queryFn: readOffered,
  staleTime: Infinity,
})
