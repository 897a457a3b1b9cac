import { BeingBuilt } from '../../being-built.tsx'
import { titled } from '../../titled.ts'

export const meta = titled('All Job Bids')

export default function AdminBids() {
  return <BeingBuilt title="All Job Bids">Every bid, newest first.</BeingBuilt>
}
