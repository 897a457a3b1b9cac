import { BeingBuilt } from '../../being-built.tsx'
import { titled } from '../../titled.ts'

export const meta = titled('Payments')

export default function AdminPayments() {
  return <BeingBuilt title="Payments">What is owed, paid and given back.</BeingBuilt>
}
