import { formatMoney } from '#lib/format.ts'
import { jobForm } from './job-form.tsx'
import styles from './job-preview.module.css'
import { JobCover } from './job-thumbnail.tsx'

export interface TypedJob {
  title: string
  description: string
  budget: string
  category: string
  location: string
}

interface Props {
  job: TypedJob
  /** The address of the cover. */
  photo: string | undefined
  facilityName: string
}

/** Shows a job as contractors will see it. */
export function JobPreview({ job, photo, facilityName }: Props) {
  const { title, description, category, location } = job
  const budget = jobForm.shape.budget.safeParse(job.budget).data
  return (
    <section className={styles.preview} aria-labelledby="contractors-view">
      <header className={styles.head}>
        <h2 id="contractors-view" className={styles.heading}>
          Preview for contractors
        </h2>
        <span className={styles.hint}>Updates as you type</span>
      </header>
      <div className={styles.card}>
        <JobCover job={{ id: 'new', category }} photo={photo} />
        <div className={styles.words}>
          <p className={styles.title} dir="auto" data-empty={title.trim() === '' || undefined}>
            {title.trim() || 'Title of the job'}
          </p>
          {facilityName ? (
            <p className={styles.facility}>
              <bdi>{facilityName}</bdi>
            </p>
          ) : null}
          {description.trim() ? (
            <p className={styles.description} dir="auto">
              {description}
            </p>
          ) : null}
          <ul className={styles.facts} aria-label="Facts">
            {budget ? <li className={styles.budget}>{formatMoney(budget)}</li> : null}
            <li>{category}</li>
            {location.trim() ? (
              <li>
                <bdi>{location}</bdi>
              </li>
            ) : null}
          </ul>
        </div>
      </div>
    </section>
  )
}
