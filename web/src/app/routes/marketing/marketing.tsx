import { staticPage } from '../../static-page.ts'
import styles from './marketing.css?inline'

export const handle = staticPage

export function meta() {
  return [
    { title: 'Mendwell: maintenance work, done well' },
    {
      name: 'description',
      content:
        'Mendwell connects facilities with consultants and maintenance professionals. Post a job, receive bids, compare and select, get it done.',
    },
  ]
}

export default function Marketing() {
  return (
    <main>
      <style>{styles}</style>
      <p className="name">Mendwell</p>
      <h1>Maintenance work, from the first post to the finished job.</h1>
      <p>
        Facilities post jobs and compare bids. Contractors win work and get paid. Consultants are
        booked for advice.
      </p>
      <p className="note">This server is running. Its pages are being built.</p>
    </main>
  )
}
