import { useQuery } from '@tanstack/react-query'
import {
  CalendarCheck,
  CalendarClock,
  CalendarX,
  CircleCheck,
  CircleDot,
  Trash2,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Chip } from '#ui/badge.tsx'
import { Person } from '#ui/person.tsx'
import { MoneyText } from '#ui/text.tsx'
import { Time } from '#ui/time.tsx'
import styles from './about.module.css'
import { conversationDetails, type ConversationDetails } from './conversation.queries.ts'

interface Props {
  me: string
  conversationId: string
  isBeside: boolean
}

/** Shows the other person and the subject of a conversation, beside the messages or collapsed above them. */
export function About({ me, conversationId, isBeside }: Props) {
  const { data } = useQuery(conversationDetails(conversationId, me))
  if (!data) return null
  const cards = (
    <>
      {data.other ? <OtherCard other={data.other} /> : null}
      {data.job ? <JobCard job={data.job} /> : null}
      {data.consultation ? <ConsultationCard consultation={data.consultation} /> : null}
    </>
  )
  return (
    <aside
      className={styles.about}
      data-beside={isBeside || undefined}
      aria-label="About this conversation"
    >
      {isBeside ? (
        cards
      ) : (
        <details className={styles.more}>
          <summary>Details</summary>
          {cards}
        </details>
      )}
    </aside>
  )
}

type Other = NonNullable<ConversationDetails['other']>

function OtherCard({ other }: { other: Other }) {
  return (
    <section className={styles.card}>
      <Person {...other} detail={other.lesserName ?? roleLabels[other.role]} />
      {other.headline ? (
        <p className={styles.words}>
          <bdi>{other.headline}</bdi>
        </p>
      ) : null}
      {other.role === 'consultant' ? (
        <Link to={`/profile?id=${other.id}`}>View profile</Link>
      ) : null}
    </section>
  )
}

const roleLabels: Record<string, string> = {
  facility: 'Facility',
  contractor: 'Contractor',
  consultant: 'Consultant',
}

function JobCard({ job }: { job: NonNullable<ConversationDetails['job']> }) {
  const { title, budget, category, location } = job
  return (
    <section className={styles.card} aria-label="Job">
      <h3 className={styles.title}>
        <bdi>{title}</bdi>
      </h3>
      <JobChip job={job} />
      <dl className={styles.facts}>
        <Fact name="Budget">
          <MoneyText amount={budget} />
        </Fact>
        <Fact name="Category">{category}</Fact>
        {location ? (
          <Fact name="Location">
            <bdi>{location}</bdi>
          </Fact>
        ) : null}
      </dl>
    </section>
  )
}

function JobChip({ job }: { job: NonNullable<ConversationDetails['job']> }) {
  if (job.is_deleted)
    return (
      <Chip icon={Trash2} tone="red">
        Deleted
      </Chip>
    )
  if (job.status === 'finished')
    return (
      <Chip icon={CircleCheck} tone="green">
        Finished
      </Chip>
    )
  const isAwarded = job.awarded_contractor_id !== null
  return (
    <Chip icon={CircleDot} tone="blue">
      {isAwarded ? 'In progress' : 'Open'}
    </Chip>
  )
}

type Consultation = NonNullable<ConversationDetails['consultation']>

function ConsultationCard({ consultation }: { consultation: Consultation }) {
  const { scheduled_at: at, duration_minutes: minutes, fee } = consultation
  return (
    <section className={styles.card} aria-label="Consultation">
      <h3 className={styles.title}>Consultation</h3>
      <ConsultationChip consultation={consultation} />
      <dl className={styles.facts}>
        <Fact name="Time">
          <Time at={at} />
        </Fact>
        {minutes > 0 ? <Fact name="Length">{`${minutes} minutes`}</Fact> : null}
        <Fact name="Fee">
          <MoneyText amount={fee ?? 0} />
        </Fact>
      </dl>
    </section>
  )
}

function ConsultationChip({ consultation }: { consultation: Consultation }) {
  if (consultation.status === 'cancelled')
    return (
      <Chip icon={CalendarX} tone="red">
        Canceled
      </Chip>
    )
  if (consultation.has_ended)
    return (
      <Chip icon={CalendarCheck} tone="green">
        Ended
      </Chip>
    )
  return (
    <Chip icon={CalendarClock} tone="blue">
      Booked
    </Chip>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
