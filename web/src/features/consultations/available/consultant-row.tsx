import { MapPin, Star } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { counted } from '#lib/format/counted.ts'
import { Money } from '#ui/money.tsx'
import { Person } from '#ui/person.tsx'
import { type AvailableConsultant, consultantName } from './available-consultants.ts'
import styles from './consultant-row.module.css'

interface Props {
  consultant: AvailableConsultant
  /** What this person can do here, if anything. */
  action: ReactNode
}

export function ConsultantRow({ consultant, action }: Props) {
  const { id, headline, location, services, consultation_fee: fee } = consultant
  return (
    <div className={styles.row}>
      <div className={styles.words}>
        <Link to={`/profile?id=${id}`} className={styles.who}>
          <Person
            id={id}
            name={consultantName(consultant)}
            detail={headline}
            picture={consultant.profile_picture}
            size={36}
          />
        </Link>
        <p className={styles.facts}>
          {location ? (
            <span className={styles.place}>
              <MapPin size={13} aria-hidden />
              <bdi>{location}</bdi>
            </span>
          ) : null}
          <bdi>{services.join(', ')}</bdi>
        </p>
      </div>
      <Rating consultant={consultant} />
      <span className={styles.fee}>{fee ? <Money amount={fee} /> : 'No fee'}</span>
      {action ? <span className={styles.action}>{action}</span> : null}
    </div>
  )
}

function Rating({ consultant }: { consultant: AvailableConsultant }) {
  const { average_rating: average, review_count: count } = consultant
  return (
    <span className={styles.rating}>
      {count > 0 ? (
        <>
          <Star size={14} aria-hidden /> {average.toFixed(1)} from {counted(count, 'review')}
        </>
      ) : (
        'No reviews yet.'
      )}
    </span>
  )
}
