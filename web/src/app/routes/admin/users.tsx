import { BeingBuilt } from '../../being-built.tsx'
import { titled } from '../../titled.ts'

export const meta = titled('Admin User Manager')

export default function AdminUsers() {
  return <BeingBuilt title="Admin User Manager">Everybody who has an account.</BeingBuilt>
}
