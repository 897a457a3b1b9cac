import { useQuery } from '@tanstack/react-query'
import { CalendarX, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatBriefTime } from '#lib/format.ts'
import { Chip } from '#ui/badge.tsx'
import { Person } from '#ui/person.tsx'
import { MoneyText } from '#ui/text.tsx'
import { Time } from '#ui/time.tsx'
import styles from './about.module.css'
import {
  conversationBid,
  type ConversationBid,
  conversationDetails,
  type ConversationDetails,
  type ConversationJob,
} from './conversation.queries.ts'
import { milestonesOf } from './milestones.ts'

interface Props {
  me: string
  conversationId: string
  isBeside: boolean
  isFilling: boolean
  /** Renders the picture of the job. */
  renderPicture: ((job: ConversationJob) => ReactNode) | undefined
}

/** Shows the subject and the other person of a conversation, beside the messages or collapsed above them. */
export function About({ me, conversationId, isBeside, isFilling, renderPicture }: Props) {
  const { data } = useQuery(conversationDetails(conversationId, me))
  const { data: bid = null } = useQuery(conversationBid(data))
  if (!data) return null
  const { job, consultation, other } = data
  const cards = (
    <>
      {job ? (
        <JobCard job={job} bid={bid} isFacility={data.isFacility} picture={renderPicture?.(job)} />
      ) : null}
      {consultation ? <ConsultationCard consultation={consultation} /> : null}
      <Milestones details={data} bid={bid} />
      {other ? <OtherCard other={other} /> : null}
    </>
  )
  return (
    <aside
      className={styles.about}
      data-beside={isBeside || undefined}
      data-filling={isFilling || undefined}
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
    <section className={styles.card} aria-label="Person">
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

interface JobCardProps {
  job: ConversationJob
  bid: ConversationBid
  isFacility: boolean
  picture: ReactNode
}

function JobCard({ job, bid, isFacility, picture }: JobCardProps) {
  const { title, budget, category, location } = job
  return (
    <section className={styles.card} aria-label="Job">
      {picture}
      <div className={styles.names}>
        <h3 className={styles.title}>
          <bdi>{title}</bdi>
        </h3>
        <p className={styles.words}>
          {category}
          {location ? (
            <>
              {' · '}
              <bdi>{location}</bdi>
            </>
          ) : null}
        </p>
      </div>
      {job.is_deleted ? (
        <Chip icon={Trash2} tone="red">
          Deleted
        </Chip>
      ) : null}
      <dl className={styles.facts}>
        <Fact name="Budget">
          <MoneyText amount={budget} />
        </Fact>
        {bid ? (
          <Fact name={`${isFacility ? 'Their' : 'Your'} bid${bidStates[bid.status] ?? ''}`}>
            <MoneyText amount={bid.amount} />
          </Fact>
        ) : null}
      </dl>
    </section>
  )
}

const bidStates: Record<string, string> = {
  rejected: ', rejected',
  withdrawn: ', withdrawn',
}

type Consultation = NonNullable<ConversationDetails['consultation']>

function ConsultationCard({ consultation }: { consultation: Consultation }) {
  const { scheduled_at: at, duration_minutes: minutes, fee } = consultation
  return (
    <section className={styles.card} aria-label="Consultation">
      <h3 className={styles.title}>Consultation</h3>
      {consultation.status === 'cancelled' ? (
        <Chip icon={CalendarX} tone="red">
          Canceled
        </Chip>
      ) : null}
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

function Milestones({ details, bid }: { details: ConversationDetails; bid: ConversationBid }) {
  const milestones = milestonesOf(details, bid)
  if (milestones.length === 0) return null
  return (
    <section className={styles.card} aria-label="Progress">
      <h3 className={styles.title}>Progress</h3>
      <ol className={styles.milestones}>
        {milestones.map(({ key, label, at }) => (
          <li key={key} className={styles.milestone} data-done={at !== null || undefined}>
            {label}
            {at ? <Time at={at} format={formatBriefTime} /> : null}
          </li>
        ))}
      </ol>
    </section>
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
