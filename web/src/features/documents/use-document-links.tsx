import { useQuery } from '@tanstack/react-query'
import { signedUrls } from '#lib/files/signed-urls.ts'
import { FailureNotice } from '#ui/query-states.tsx'

/** Where stored files open, and why they do not. */
export function useDocumentLinks(paths: readonly string[]) {
  const { data, error, isSuccess, isFetching, refetch } = useQuery(signedUrls(paths))
  return {
    addresses: data,
    /** They are there, and not for this person. */
    isClosed: isSuccess && paths.length > 0 && data.size === 0,
    failure: error ? (
      <FailureNotice
        title="The files cannot be opened."
        error={error}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    ) : null,
  }
}
