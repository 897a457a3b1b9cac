import { MapPin, Star } from 'lucide-react'
import { PersonPicture } from '../../../ui/person.tsx'
import { WordList } from '../../../ui/word-list.tsx'
import { money } from '../../../lib/format/money.ts'
import styles from './profile-card.module.css'
import type { PublicProfile } from './public-profile.ts'

/** Who somebody is and what they offer. */
export function ProfileCard({ profile }: { profile: PublicProfile }) {
  const { id, headline, bio, services, certifications, profile_picture: picture } = profile
  const name = profile.full_name || profile.username || profile.company_name || 'Somebody'
  return (
    <section className={styles.card} aria-label="Profile">
      <div className={styles.head}>
        <PersonPicture id={id} name={name} picture={picture} size={88} />
        <div className={styles.words}>
          <h2 className={styles.name}>
            <bdi>{name}</bdi>
          </h2>
          {headline ? (
            <p className={styles.headline} dir="auto">
              {headline}
            </p>
          ) : null}
          <Facts profile={profile} />
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

function Facts({ profile }: { profile: PublicProfile }) {
  const { role, average_rating: average, company_name: company, location } = profile
  const { consultation_fee: fee, full_name: fullName } = profile
  return (
    <p className={styles.facts}>
      {role === 'consultant' ? (
        <span className={styles.fact}>
          <Star size={15} aria-hidden />
          {average === null ? 'Not rated yet' : `${average.toFixed(1)} of 5 stars`}
        </span>
      ) : null}
      {fullName && company ? <bdi className={styles.fact}>{company}</bdi> : null}
      {location ? (
        <span className={styles.fact}>
          <MapPin size={15} aria-hidden />
          <bdi>{location}</bdi>
        </span>
      ) : null}
      {fee ? <span className={styles.fact}>{money(fee)} a consultation</span> : null}
    </p>
  )
}
