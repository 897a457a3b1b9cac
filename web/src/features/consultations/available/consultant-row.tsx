import { Button } from '@mantine/core'
import { Star } from 'lucide-react'
import { Link } from 'react-router'
import { counted } from '../../../lib/format/counted.ts'
import { nameOf } from '../../../lib/format/name.ts'
import { Money } from '../../../ui/money.tsx'
import { Person } from '../../../ui/person.tsx'
import type { AvailableConsultant } from './available-consultants.ts'
import styles from './consultant-row.module.css'

interface Props {
  consultant: AvailableConsultant
  /** Where there is one that is not over. */
  consultationId: string | undefined
  onBook: () => void
}

export function ConsultantRow({ consultant, consultationId, onBook }: Props) {
  const { id, headline, services, consultation_fee: fee, review_count: count } = consultant
  return (
    <div className={styles.row}>
      <Link to={`/profile?id=${id}`} className={styles.who}>
        <Person
          id={id}
          name={nameOf(consultant)}
          detail={headline || services.join(', ')}
          picture={consultant.profile_picture}
          size={36}
        />
      </Link>
      <span className={styles.rating}>
        {count > 0 ? (
          <>
            <Star size={14} aria-hidden /> {consultant.average_rating.toFixed(1)} from{' '}
            {counted(count, 'review')}
          </>
        ) : (
          'No reviews yet.'
        )}
      </span>
      <span className={styles.fee}>{fee ? <Money amount={fee} /> : 'No fee'}</span>
      <span className={styles.action}>
        {consultationId ? (
          <Button
            component={Link}
            to={`/chat/consultation/${consultationId}`}
            size="sm"
            variant="light"
          >
            Chat Now
          </Button>
        ) : (
          <Button size="sm" onClick={onBook}>
            Book Consultation
          </Button>
        )}
      </span>
    </div>
  )
}
