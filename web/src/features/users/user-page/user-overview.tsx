import type { ReactNode } from 'react'
import { useNow } from '#lib/browser-state.ts'
import { formatCount, formatMoney } from '#lib/format.ts'
import { MonthBars } from '#ui/charts/month-bars.tsx'
import { Time } from '#ui/time.tsx'
import styles from './user-page.module.css'
import type { UserOverview } from './user-page.queries.ts'

interface Props {
  user: UserOverview
  /** The activity of the user. */
  children: ReactNode
  /** Buttons below the facts about the account. */
  buttons: ReactNode
}

/** Shows the figures and the activity of a user, and at the side the months and the account. */
export function UserOverviewTab({ user, children, buttons }: Props) {
  const figures = figuresOf(user)
  return (
    <div className={styles.columns}>
      <div className={styles.main}>
        {figures.length > 0 ? (
          <dl className={styles.figures} aria-label="Figures">
            {figures.map(({ label, figure, context }) => (
              <div key={label} className={styles.figure}>
                <dt className={styles.label}>{label}</dt>
                <dd className={styles.value}>{figure}</dd>
                <dd className={styles.context}>{context}</dd>
              </div>
            ))}
          </dl>
        ) : null}
        {children}
      </div>
      <aside className={styles.side} aria-label="Details">
        <Months user={user} />
        <section className={styles.part} aria-labelledby="account">
          <h2 id="account" className={styles.sideHeading}>
            Account
          </h2>
          <dl className={styles.facts}>
            {factsOf(user).map(({ label, value }) => (
              <div key={label} className={styles.fact}>
                <dt>{label}</dt>
                <dd>
                  <bdi>{value}</bdi>
                </dd>
              </div>
            ))}
          </dl>
          <div className={styles.buttons}>{buttons}</div>
        </section>
      </aside>
    </div>
  )
}

const monthTitles: Partial<Record<string, readonly [title: string, one: string]>> = {
  contractor: ['Bids per month', 'bid'],
  facility: ['Jobs per month', 'job'],
  consultant: ['Consultations per month', 'consultation'],
}

function Months({ user: { role, monthlyCounts } }: { user: UserOverview }) {
  const now = useNow()
  const [title, one] = monthTitles[role ?? ''] ?? []
  if (!title || !one) return null
  return <MonthBars title={title} one={one} counts={monthlyCounts} now={now} />
}

interface Figure {
  label: string
  figure: string
  context: string
}

function figuresOf(user: UserOverview): Figure[] {
  if (user.role === 'contractor') return contractorFigures(user)
  if (user.role === 'facility') return facilityFigures(user)
  return user.role === 'consultant' ? consultantFigures(user) : []
}

function contractorFigures(user: UserOverview): Figure[] {
  const { all, won, decided, pending } = user.bids
  const share = decided > 0 ? `${Math.round((100 * won) / decided)}%` : 'None decided yet'
  return [
    {
      label: 'Bids won',
      figure: `${formatCount(won)} of ${formatCount(decided)} decided`,
      context: share,
    },
    { label: 'Earned, 12 months', ...moneyOfYear(user) },
    {
      label: 'Pending bids',
      figure: formatCount(pending),
      context: `of ${formatCount(all, 'bid')}`,
    },
    { label: 'Owed to them', figure: formatMoney(user.amountDue), context: 'not paid yet' },
  ]
}

function facilityFigures(user: UserOverview): Figure[] {
  const { all, open, awarded, finished } = user.jobs
  return [
    {
      label: 'Jobs posted',
      figure: formatCount(all),
      context: `${formatCount(open)} open for bids`,
    },
    {
      label: 'Awarded',
      figure: `${formatCount(awarded)} of ${formatCount(all)}`,
      context: `${formatCount(finished)} finished`,
    },
    { label: 'Paid, 12 months', ...moneyOfYear(user) },
    { label: 'Owed', figure: formatMoney(user.amountDue), context: 'not paid yet' },
  ]
}

function consultantFigures(user: UserOverview): Figure[] {
  const { all, upcoming, averageRating, reviews } = user.consultations
  return [
    {
      label: 'Consultations',
      figure: formatCount(all),
      context: `${formatCount(upcoming)} upcoming`,
    },
    { label: 'Earned, 12 months', ...moneyOfYear(user) },
    { label: 'Owed to them', figure: formatMoney(user.amountDue), context: 'not paid yet' },
    {
      label: 'Rating',
      figure: averageRating === null ? '–' : averageRating.toFixed(1),
      context: reviews === 0 ? 'No reviews yet' : `from ${formatCount(reviews, 'review')}`,
    },
  ]
}

function moneyOfYear({ amountOfYear, amountOfYearBefore }: UserOverview) {
  return {
    figure: formatMoney(amountOfYear),
    context: `${formatMoney(amountOfYearBefore)} in the year before`,
  }
}

const factorNames: Record<string, string> = {
  totp: 'authenticator app',
  phone: 'text message',
  webauthn: 'security key',
}

export function secondFactorText({ secondFactors }: UserOverview) {
  if (secondFactors.length === 0) return 'Off'
  return `On, ${secondFactors.map((factor) => factorNames[factor] ?? factor).join(' and ')}`
}

interface Fact {
  label: string
  value: ReactNode
}

/** Leaves out what the head of the page says. */
function factsOf(user: UserOverview): Fact[] {
  const { email, phone, lastActiveAt, sessionCount } = user
  return [
    ...(email && phone ? [{ label: 'Phone', value: phone }] : []),
    { label: 'Last active', value: lastActiveAt ? <Time at={lastActiveAt} /> : 'Never' },
    { label: 'Two-factor authentication', value: secondFactorText(user) },
    { label: 'Sessions', value: sessionCount === 0 ? 'None' : `${formatCount(sessionCount)} open` },
  ]
}
