import { queryOptions, useQuery } from '@tanstack/react-query'
import { dataOf } from '#lib/errors.ts'
import { afterJoin } from '#lib/live/after-join.ts'
import { supabase } from '#lib/supabase.ts'
import { CountBadge } from '#ui/badge.tsx'
import { Section } from '#ui/page.tsx'
import { LoadedQuietly } from '#ui/query-states.tsx'
import { RowList } from '#ui/rows/row-list.tsx'
import { Row } from '#ui/rows/row.tsx'
import { Time } from '#ui/time.tsx'

export const jobConversationsKey = (jobId: string) => ['messages', 'of-job', jobId]

const maxConversations = 20

const jobConversations = (jobId: string) =>
  queryOptions({
    queryKey: jobConversationsKey(jobId),
    queryFn: afterJoin(() => readConversations(jobId)),
  })

async function readConversations(jobId: string) {
  const client = await supabase()
  return dataOf(
    await client
      .from('dashboard_inbox_preview')
      .select('id, content, created_at, unread_count, counterpart_id, counterpart_name')
      .eq('job_id', jobId)
      .not('content', 'is', null)
      .order('created_at', { ascending: false })
      .order('id')
      .limit(maxConversations),
  )
}

interface Props {
  jobId: string
  /** Returns the address of the chat with this user. */
  chatPathFor: (counterpartId: string) => string
}

/** Lists the user's conversations about a job that have messages, the latest first. Shows nothing without any. */
export function JobConversations({ jobId, chatPathFor }: Props) {
  return (
    <LoadedQuietly
      query={useQuery(jobConversations(jobId))}
      failed="Failed to load the conversations about this job."
    >
      {(conversations) =>
        conversations.length > 0 ? (
          <Section title="Conversations" isPlain isFlush>
            <RowList label="Conversations" rows={conversations} keyOf={({ id }) => id ?? ''}>
              {({ counterpart_id: id, counterpart_name: name, content, ...row }) => (
                <Row
                  title={name ?? 'Someone'}
                  to={chatPathFor(id ?? '')}
                  facts={[
                    content,
                    ...(row.created_at ? [<Time key="at" at={row.created_at} />] : []),
                  ]}
                  status={<CountBadge count={row.unread_count ?? 0} what="unread" />}
                />
              )}
            </RowList>
          </Section>
        ) : null
      }
    </LoadedQuietly>
  )
}
