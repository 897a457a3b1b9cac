import { Outlet } from 'react-router'
import { SignedInFrame } from './signed-in-frame.tsx'

export default function SignedInLayout() {
  return (
    <SignedInFrame>
      <Outlet />
    </SignedInFrame>
  )
}
