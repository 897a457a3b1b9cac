import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ListState } from './list-state.ts'
import { type PageOf, pageOf } from './page-of.ts'

type Answer<Row> = ReturnType<Parameters<typeof pageOf<Row>>[1]>

interface Wanted<Row> {
  /** What `useLive` names to have the list read again. */
  key: readonly string[]
  list: ListState
  size: number
  /** The select with `count: 'exact'`, what narrows and sorts it, and `.range(from, to)`. */
  ask: (from: number, to: number) => Answer<Row>
  /** In milliseconds: how often it is read again, where no event tells of all that it shows. */
  every?: number
}

export interface ListPage<Row> extends PageOf<Row> {
  /** Says whether rows that come later belong to the same look at the list. */
  view: string
}

/** The page of a list that its address asks for. The former one stays until the next is there. */
export function usePage<Row>({ key, list, size, ask, every }: Wanted<Row>) {
  const { page, sort, filters } = list
  const view = JSON.stringify({ page, size, sort, filters })
  return useQuery<ListPage<Row>>({
    queryKey: [...key, 'page', view],
    queryFn: async () => {
      const found = await pageOf({ page, size }, ask)
      return { ...found, view }
    },
    placeholderData: keepPreviousData,
    refetchInterval: every ?? false,
  })
}
