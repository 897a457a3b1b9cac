import { BeingBuilt } from '../../being-built.tsx'
import { titled } from '../../titled.ts'

export const meta = titled('Demo requests')

export default function AdminDemoRequests() {
  return (
    <BeingBuilt title="Demo requests">
      Who asked to see the product, and what they hope for.
    </BeingBuilt>
  )
}
