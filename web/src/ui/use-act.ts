import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { explainAfter } from '#lib/errors.ts'
import { refreshQueries } from '#lib/live/refresh.ts'
import { toast } from './toast.tsx'

interface Act<Input> {
  run: (input: Input) => Promise<unknown>
  /** Said once it is done. */
  done?: string
  /** Said before the reason where it fails. */
  failed?: string
  /** Every query below these shows what was changed. */
  keys?: readonly (readonly string[])[]
}

/** Something that a button does: once at a time, confirmed by a toast; what fails is told beside the button. */
export function useAct<Input = void>({ run, done, failed = wrong, keys = [] }: Act<Input>) {
  const queries = useQueryClient()
  const running = useRef(false)
  const { mutateAsync, isPending, error, reset } = useMutation({
    mutationFn: run,
    onSuccess: () => {
      if (done) toast(done)
      for (const key of keys) refreshQueries(queries, key)
    },
  })
  /** For a dialog, which shows the failure itself. */
  const attempt = async (input: Input) => {
    // The second of two clicks comes before the button is drawn as busy.
    if (running.current) return
    running.current = true
    try {
      await mutateAsync(input)
    } finally {
      running.current = false
    }
  }
  return {
    attempt,
    start: (input: Input) => void attempt(input).catch(shownBeside),
    isBusy: isPending,
    failure: error ? explainAfter(failed, error) : undefined,
    forget: reset,
  }
}

const wrong = 'Something went wrong.'

/** The failure stands where the mutation is shown. */
function shownBeside() {}
