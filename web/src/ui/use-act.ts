import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { explainAction, explainAfter } from '#lib/explain-action.ts'
import { refreshQueries } from '#lib/live/refresh.ts'
import { type Edit, showEdits } from '#lib/optimistic.ts'
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
  /** Returns the changes of cached data to show before the response. Use it only for writes that are rarely refused. */
  edits?: ((input: Input, queries: QueryClient) => readonly Edit[]) | undefined
}

/**
 * Returns an action for a button, which ignores calls while it runs. After a failure, `failure` contains the text to
 * show.
 */
export function useAction<Input = void>(options: ActionOptions<Input>) {
  const { run, done, failed, keys = [], edits } = options
  const queries = useQueryClient()
  const running = useRef(false)
  const { mutateAsync, isPending, error, reset } = useMutation({
    mutationFn: run,
    onMutate: (input) => (edits ? showEdits(queries, edits(input, queries), keys) : undefined),
    onError: (_error, _input, shown) => shown?.revert(),
    onSuccess: (_result, _input, shown) => {
      if (done) toast(done)
      if (!shown) for (const key of keys) refreshQueries(queries, key)
    },
    onSettled: (_result, failure, _input, shown) => shown?.end(failure),
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
