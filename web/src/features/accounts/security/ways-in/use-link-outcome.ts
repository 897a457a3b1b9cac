import { useEffect, useEffectEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import { toast } from '#ui/toast.tsx'
import { broughtIn } from '../../sign-in/brought.ts'
import { withoutBrought } from '../../sign-in/without-brought.ts'
import { nameOf } from './ways-in.ts'

/** What came of a link by hand, once its way led back here: said, and taken from the address. */
export function useLinkOutcome() {
  const [params, setParams] = useSearchParams()
  const [{ code, refusal }] = useState(() => broughtIn(params))
  const tell = useEffectEvent(() => {
    if (!code && !refusal) return
    if (code) toast(`${nameOf(params.get('linked') ?? '')} is linked.`)
    const clean = (before: URLSearchParams) => {
      const after = withoutBrought(before)
      after.delete('linked')
      return after
    }
    setParams(clean, { replace: true, preventScrollReset: true })
  })
  useEffect(() => tell(), [])
  return refusal
}
