import { EyeOff, MapPin, Star } from 'lucide-react'
import { formatMoney, nameOf, secondaryNameOf } from '#lib/format.ts'
import { PersonPicture } from '#ui/person.tsx'
import { WordList } from '#ui/text.tsx'
import styles from './profile-card.module.css'
import type { PublicProfile } from './profiles.queries.ts'

interface Props {
  profile: PublicProfile
  /** Whether the profile is hidden from most users, so that the card shows no ratings. */
  isHidden: boolean
}

export function ProfileCard({ profile, isHidden }: Props) {
  const { headline, bio, services, certifications, profile_picture: picture } = profile
  const name = nameOf(profile)
  return (
    <section className={styles.card} aria-label="Profile">
      <div className={styles.head}>
        <PersonPicture name={name} picture={picture} size={88} />
        <div className={styles.words}>
          <h2 className={styles.name}>
            <bdi>{name}</bdi>
          </h2>
          {headline ? (
            <p className={styles.headline} dir="auto">
              {headline}
            </p>
          ) : null}
          <Facts profile={profile} isHidden={isHidden} />
        </div>
      </div>
      {bio ? (
        <p className={styles.bio} dir="auto">
          {bio}
        </p>
      ) : null}
      {services.length > 0 ? <WordList title="Services" words={services} /> : null}
      {certifications.length > 0 ? (
        <WordList title="Certifications" words={certifications} />
      ) : null}
    </section>
  )
}

function Facts({ profile, isHidden }: Props) {
  const { role, average_rating: average, location, consultation_fee: fee } = profile
  const lesserName = secondaryNameOf(profile)
  return (
    <p className={styles.facts}>
      {isHidden ? (
        <span className={styles.fact}>
          <EyeOff size={15} aria-hidden />
          This profile is hidden.
        </span>
      ) : null}
      {role === 'consultant' && !isHidden ? (
        <span className={styles.fact}>
          <Star size={15} aria-hidden />
          {average === null ? 'Not rated yet' : `${average.toFixed(1)} of 5 stars`}
        </span>
      ) : null}
      {lesserName ? <bdi className={styles.fact}>{lesserName}</bdi> : null}
      {location ? (
        <span className={styles.fact}>
          <MapPin size={15} aria-hidden />
          <bdi>{location}</bdi>
        </span>
      ) : null}
      {fee ? <span className={styles.fact}>{formatMoney(fee)} per consultation</span> : null}
    </p>
  )
}
