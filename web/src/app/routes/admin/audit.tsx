import { BeingBuilt } from '../../being-built.tsx'
import { titled } from '../../titled.ts'

export const meta = titled('Audit log')

export default function AdminAudit() {
  return <BeingBuilt title="Audit log">What admins changed, when and why.</BeingBuilt>
}
