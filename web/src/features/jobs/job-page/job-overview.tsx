import type { ReactNode } from 'react'
import { compareToBudget } from '#lib/format.ts'
import { Section } from '#ui/page.tsx'
import { PhotoStrip } from '#ui/photo-strip.tsx'
import { TextSkeleton } from '#ui/skeletons.tsx'
import { MoneyText } from '#ui/text.tsx'
import { useJobPhotos } from '../job-photo-urls.ts'
import styles from './job-page.module.css'
import type { JobDetails } from './job-page.queries.ts'
import { JobTimeline } from './job-timeline.tsx'
import type { PaymentDates, Viewer } from './timeline.ts'

interface Props {
  job: JobDetails
  viewer: Viewer
  /** The amount of the accepted bid, if the user may see it. */
  accepted: number | undefined
  /** The dates of the payment, if the user may see it. */
  payment: PaymentDates | null | undefined
  /** The most important part for the user, which is above the description. */
  first?: ReactNode
  /** Facts about the payment, as a `Fact`. */
  paymentFact: ReactNode
  /** The parts below the description. */
  children: ReactNode
}

/** Shows the description, the photos, the money and the history of a job. */
export function JobOverview({ job, viewer, accepted, payment, ...parts }: Props) {
  return (
    <div className={styles.columns}>
      <div className={styles.main}>
        <div className={styles.first}>{parts.first}</div>
        <Section title="Scope" isPlain>
          <p className={styles.description} dir="auto">
            {job.description}
          </p>
          <JobPhotos job={job} />
        </Section>
        {parts.children}
      </div>
      <div className={styles.side}>
        <Section title="Money" isPlain>
          <dl className={styles.list}>
            <Fact name="Budget">
              <MoneyText amount={job.budget} />
            </Fact>
            {accepted === undefined ? null : (
              <Fact name="Accepted bid" detail={compareToBudget(accepted, job.budget)}>
                <MoneyText amount={accepted} />
              </Fact>
            )}
            {parts.paymentFact}
          </dl>
        </Section>
        <Section title="Timeline" isPlain>
          <JobTimeline job={job} viewer={viewer} payment={payment ?? null} />
        </Section>
      </div>
    </div>
  )
}

function JobPhotos({ job }: { job: JobDetails }) {
  const photosOf = useJobPhotos([job])
  return <PhotoStrip of={job.title} addresses={photosOf(job)} />
}

interface FactProps {
  name: string
  detail?: ReactNode
  children: ReactNode
}

/** Shows a fact in the list "Money". */
export function Fact({ name, detail, children }: FactProps) {
  return (
    <div className={styles.sum}>
      <dt>{name}</dt>
      <dd>
        {children}
        {detail ? <span className={styles.detail}>{detail}</span> : null}
      </dd>
    </div>
  )
}

export function JobPageSkeleton() {
  return (
    <div className={styles.columns}>
      <div className={styles.main}>
        <TextSkeleton lines={8} />
      </div>
      <div className={styles.side}>
        <TextSkeleton lines={3} />
        <TextSkeleton lines={5} />
      </div>
    </div>
  )
}
