import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { explainAction, explainAfter } from '#lib/explain-action.ts'
import { refreshQueries } from '#lib/live/refresh.ts'
import { toast } from './toast.ts'

interface ActionOptions<Input> {
  run: (input: Input) => Promise<unknown>
  /** The text of the toast after success. */
  done?: string
  /**
   * The sentence before the reason of a failure, or '' for no sentence. If `failed` is undefined, only transient
   * failures start with a sentence.
   */
  failed?: string
  /** All queries under these keys are refetched after success. */
  keys?: readonly (readonly string[])[]
}

/**
 * Returns an action for a button, which ignores calls while it runs. After a failure, `failure` contains the text to
 * show.
 */
export function useAction<Input = void>({ run, done, failed, keys = [] }: ActionOptions<Input>) {
  const queries = useQueryClient()
  const running = useRef(false)
  const { mutateAsync, isPending, error, reset } = useMutation({
    mutationFn: run,
    onSuccess: () => {
      if (done) toast(done)
      for (const key of keys) refreshQueries(queries, key)
    },
  })
  /** Runs the action and rejects on failure, for callers that show the failure themselves. */
  const attempt = async (input: Input) => {
    // Ignore the second click of a double click, which arrives before the button is disabled.
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
    start: (input: Input) => void attempt(input).catch(ignore),
    isBusy: isPending,
    failure: error ? describeFailure(failed, error) : undefined,
    forget: reset,
  }
}

function describeFailure(failed: string | undefined, error: unknown) {
  return failed === undefined ? explainAction(error) : explainAfter(failed, error)
}

/** Ignores the rejection, because the caller shows `failure`. */
function ignore() {}
