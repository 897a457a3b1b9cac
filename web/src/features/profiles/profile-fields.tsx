import type { Role } from '#lib/session/roles.ts'
import { ChoiceField } from '#ui/forms/choice-fields.tsx'
import { LongTextField, MoneyField } from '#ui/forms/input-fields.tsx'
import { TextField } from '#ui/forms/text-fields.tsx'
import styles from './edit-profile.module.css'
import type { OwnProfile } from './profiles.queries.ts'

interface Props {
  profile: OwnProfile
  role: Role
}

export function ProfileFields({ profile, role }: Props) {
  return (
    <>
      <div className={styles.pair}>
        <TextField
          name="full_name"
          label="Full Name"
          autoComplete="name"
          defaultValue={profile.full_name ?? ''}
        />
        <TextField
          name="username"
          label="Username"
          autoComplete="nickname"
          defaultValue={profile.username ?? ''}
        />
      </div>
      <div className={styles.pair}>
        <TextField
          name="company_name"
          label="Company"
          autoComplete="organization"
          defaultValue={profile.company_name ?? ''}
        />
        <TextField name="location" label="Location" defaultValue={profile.location ?? ''} />
      </div>
      <TextField
        name="headline"
        label="Headline"
        description="Shown below your name."
        defaultValue={profile.headline ?? ''}
      />
      <LongTextField
        name="bio"
        label="Bio"
        defaultValue={profile.bio ?? ''}
        autosize
        maxRows={14}
      />
      {role === 'facility' ? null : <OfferFields profile={profile} />}
      {role === 'consultant' ? <FeeField current={profile.consultation_fee} /> : null}
      <TimeZoneField current={profile.time_zone} />
    </>
  )
}

function OfferFields({ profile: { services, certifications } }: { profile: OwnProfile }) {
  return (
    <>
      <TextField
        name="services"
        label="Services Offered (comma-separated)"
        placeholder="HVAC, Boilers, Ventilation"
        defaultValue={services.join(', ')}
      />
      <TextField
        name="certifications"
        label="Certifications (comma-separated)"
        placeholder="EPA 608, NATE"
        defaultValue={certifications.join(', ')}
      />
    </>
  )
}

function FeeField({ current }: { current: number | null }) {
  return (
    <MoneyField
      name="consultation_fee"
      label="Consultation Fee"
      description="The price of one consultation. A new fee applies to new bookings only."
      defaultValue={current ?? ''}
    />
  )
}

interface TimeZoneFieldProps {
  /** The user's time zone, which the browser's list of time zones may not contain. */
  current: string
}

function TimeZoneField({ current }: TimeZoneFieldProps) {
  const listed = Intl.supportedValuesOf('timeZone')
  const zones = listed.includes(current) ? listed : [current, ...listed]
  return (
    <ChoiceField
      name="time_zone"
      label="Time Zone"
      description="Your time zone. Others see meeting times in theirs and in yours."
      defaultValue={current}
      data={zones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
    />
  )
}
