import { Button } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { dataOf } from '#lib/errors.ts'
import { nameOf } from '#lib/format.ts'
import { afterJoin } from '#lib/live/after-join.ts'
import { supabase } from '#lib/supabase.ts'
import { Section } from '#ui/page.tsx'
import { LoadedQuietly } from '#ui/query-states.tsx'
import { RowList } from '#ui/rows/row-list.tsx'
import { Row } from '#ui/rows/row.tsx'
import { MoneyText } from '#ui/text.tsx'
import { Time } from '#ui/time.tsx'
import { ConsultationChip } from './consultation-chip.tsx'

export const jobConsultationsKey = (jobId: string) => ['consultations', 'on-job', jobId]

const maxConsultations = 50

const columns = `
  id, scheduled_at, duration_minutes, status, fee, has_ended,
  consultant:profiles!consultations_consultant_id_fkey(role, full_name, username, company_name)
` as const

const jobConsultations = (jobId: string) =>
  queryOptions({
    queryKey: jobConsultationsKey(jobId),
    queryFn: afterJoin(() => readConsultations(jobId)),
  })

async function readConsultations(jobId: string) {
  const client = await supabase()
  return dataOf(
    await client
      .from('consultations')
      .select(columns)
      .eq('job_id', jobId)
      .order('scheduled_at', { ascending: false })
      .limit(maxConsultations),
  )
}

interface Props {
  jobId: string
  /** Whether the user takes part in the consultations, and so can chat in them. */
  isParty?: boolean
}

/** Lists the consultations about a job, the latest first. Shows nothing without any. */
export function JobConsultations({ jobId, isParty = false }: Props) {
  return (
    <LoadedQuietly
      query={useQuery(jobConsultations(jobId))}
      failed="Failed to load the consultations about this job."
    >
      {(consultations) =>
        consultations.length > 0 ? (
          <Section title="Consultations" isPlain isFlush>
            <RowList label="Consultations" rows={consultations} keyOf={({ id }) => id}>
              {(consultation) => <ConsultationRow consultation={consultation} isParty={isParty} />}
            </RowList>
          </Section>
        ) : null
      }
    </LoadedQuietly>
  )
}

interface RowProps {
  consultation: Awaited<ReturnType<typeof readConsultations>>[number]
  isParty: boolean
}

function ConsultationRow({ consultation, isParty }: RowProps) {
  const { id, consultant, scheduled_at: at, duration_minutes: minutes, fee } = consultation
  const chat = (
    <Button size="sm" variant="light" component={Link} to={`/chat/consultation/${id}`}>
      Chat
    </Button>
  )
  return (
    <Row
      title={nameOf(consultant)}
      facts={[<Time key="at" at={at} />, ...(minutes > 0 ? [`${minutes} minutes`] : [])]}
      status={<ConsultationChip consultation={consultation} />}
      figure={fee > 0 ? <MoneyText amount={fee} /> : undefined}
      action={isParty ? chat : null}
    />
  )
}
