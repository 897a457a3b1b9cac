// Draws the picture of a job that has no photo. Each trade has a ground and a few drawings.
import type { ReactNode } from 'react'

interface Trade {
  ground: string
  drawings: readonly [ReactNode, ...ReactNode[]]
}

const panel = (
  <>
    <path d="M26 6v5M32 6v5M38 6v5" stroke="#5c4408" strokeWidth="2" />
    <rect x="21" y="10" width="22" height="32" rx="1.5" fill="#5c4408" />
    <rect x="24" y="13" width="16" height="26" fill="#fff8e3" />
    <path d="M26 17h5M33 17h5M26 22h5M26 27h5M33 27h5M33 32h5" stroke="#dba22f" strokeWidth="2.5" />
    <path d="M33 22h5M26 32h5" stroke="#5c4408" strokeWidth="2.5" />
  </>
)

const batteries = (
  <>
    <rect x="13" y="9" width="38" height="31" rx="1.5" fill="#5c4408" />
    <path
      d="M16 12h7v11h-7zM25 12h7v11h-7zM34 12h6v11h-6zM42 12h6v11h-6zM16 26h7v11h-7zM34 26h6v11h-6zM42 26h6v11h-6z"
      fill="#f0bd4e"
    />
    <path d="M25 26h7v11h-7z" fill="#fff8e3" />
  </>
)

const coil = (
  <>
    <path d="M14 8v32M20 8v32M26 8v32M32 8v32M38 8v32" stroke="#a9cbdd" strokeWidth="2" />
    <path
      d="M6 14h38a6 6 0 0 1 0 12H18a6 6 0 0 0 0 12h30"
      fill="none"
      stroke="#1f506b"
      strokeWidth="4.5"
      strokeLinecap="round"
    />
    <path d="M54 30c3 4 4 6 4 8a4 4 0 0 1-8 0c0-2 1-4 4-8z" fill="#2f83b8" />
  </>
)

const airUnit = (
  <>
    <path d="M0 39h64v9H0z" fill="#1f506b" />
    <path d="M12 16h40v22H12z" fill="#f2f8fb" />
    <path d="M12 16h18v22H12z" fill="#77aecb" />
    <path d="M15 21h12M15 26h12M15 31h12" stroke="#1f506b" strokeWidth="2" />
    <circle cx="41" cy="27" r="8" fill="#1f506b" />
    <path d="M41 20v14M34 27h14M36 22l10 10M46 22 36 32" stroke="#cfe3ee" strokeWidth="1.5" />
  </>
)

const valve = (
  <>
    <path d="M0 28h64v10H0z" fill="#1d6a57" />
    <path d="M14 25h6v16h-6zM44 25h6v16h-6z" fill="#12463a" />
    <circle cx="32" cy="33" r="9" fill="#2f9379" />
    <path d="M32 24v-9M22 14h20" stroke="#12463a" strokeWidth="3.5" strokeLinecap="round" />
  </>
)

const tap = (
  <>
    <path d="M10 36h44v6H10z" fill="#12463a" />
    <path
      d="M24 36V20a9 9 0 0 1 18 0v4"
      fill="none"
      stroke="#1d6a57"
      strokeWidth="6"
      strokeLinecap="round"
    />
    <path d="M18 14h12" stroke="#12463a" strokeWidth="3.5" strokeLinecap="round" />
    <path d="M42 28c2 2.6 2.6 4 2.6 5a2.6 2.6 0 0 1-5.2 0c0-1 .6-2.4 2.6-5z" fill="#2f83b8" />
  </>
)

const gable = (
  <>
    <path d="M16 28h32v14H16z" fill="#f7efe9" />
    <path d="M8 28 32 9l24 19z" fill="#8a4b2f" />
    <path d="M20 23h24M25 18.5h14" stroke="#c98a6c" strokeWidth="1.8" />
    <path d="M28 32h8v10h-8z" fill="#5f3220" />
  </>
)

const flatRoof = (
  <>
    <path d="M6 18h52v24H6z" fill="#f7efe9" />
    <path d="M4 14h56v7H4z" fill="#8a4b2f" />
    <path d="M36 5h14v9H36z" fill="#5f3220" />
    <path d="M12 26h10v9H12zM27 26h10v9H27zM42 26h10v9H42z" fill="#c98a6c" />
  </>
)

const tree = (
  <>
    <path d="M0 39c18-6 44-6 64 0v9H0z" fill="#a7c46a" />
    <path d="M30 28h4v12h-4z" fill="#5a4622" />
    <circle cx="32" cy="19" r="12" fill="#6f9a38" />
    <circle cx="23" cy="23" r="7" fill="#88b04c" />
    <circle cx="41" cy="23" r="6" fill="#4f7324" />
  </>
)

const fence = (
  <>
    <path d="M0 38h64v10H0z" fill="#a7c46a" />
    <path
      d="M8 18 12 13l4 5v22H8zM22 18l4-5 4 5v22h-8zM36 18l4-5 4 5v22h-8zM50 18l4-5 4 5v22h-8z"
      fill="#fbfdf4"
    />
    <path d="M2 23h60M2 33h60" stroke="#4f7324" strokeWidth="2.5" />
  </>
)

const window = (
  <>
    <rect x="15" y="8" width="34" height="30" fill="#3d2c69" />
    <path
      d="M18 11h8v11h-8zM28 11h8v11h-8zM38 11h8v11h-8zM18 24h8v11h-8zM28 24h8v11h-8zM38 24h8v11h-8z"
      fill="#c9dbf2"
    />
    <path d="m19 20 6-7M39 33l6-7" stroke="#fff" strokeWidth="1.6" />
    <path d="M11 38h42v4H11z" fill="#6a55a5" />
  </>
)

const door = (
  <>
    <path d="M0 40h64v8H0z" fill="#c4bbdd" />
    <rect x="22" y="7" width="20" height="34" fill="#3d2c69" />
    <path d="M25 10h14v13H25z" fill="#c9dbf2" />
    <path d="M25 27h14v11H25z" fill="#6a55a5" />
    <circle cx="38" cy="26" r="1.5" fill="#fff" />
  </>
)

const rack = (
  <>
    <path d="M0 39h64v9H0z" fill="#b9c3c9" />
    <path d="M12 10h3v30h-3zM49 10h3v30h-3z" fill="#2e3a41" />
    <path d="M12 18h40v3H12zM12 30h40v3H12z" fill="#5b6b74" />
    <path d="M18 11h9v7h-9zM30 11h8v7h-8zM18 23h8v7h-8zM38 23h9v7h-9z" fill="#f7fafb" />
    <path d="M41 12h6v6h-6z" fill="#f2b233" />
  </>
)

const wrench = (
  <>
    <path d="m18 38 20-20" stroke="#2e3a41" strokeWidth="6" strokeLinecap="round" />
    <path d="M46 8a9 9 0 1 0 9 10l-6 1-4-4z" fill="#2e3a41" />
    <circle cx="18" cy="38" r="2" fill="#dce1e4" />
  </>
)

const other: Trade = { ground: '#dce1e4', drawings: [rack, wrench] }

const trades: Record<string, Trade> = {
  Electrical: { ground: '#fbe3a6', drawings: [panel, batteries] },
  HVAC: { ground: '#cfe3ee', drawings: [coil, airUnit] },
  Plumbing: { ground: '#cde6df', drawings: [valve, tap] },
  Roofing: { ground: '#e9dad0', drawings: [gable, flatRoof] },
  Grounds: { ground: '#dfeac8', drawings: [tree, fence] },
  General: { ground: '#e2ddee', drawings: [window, door] },
}

interface Props {
  category: string
  /** The id of the job, which decides between the drawings of the trade. */
  jobId: string
}

export function TradePlate({ category, jobId }: Props) {
  const { ground, drawings } = trades[category] ?? other
  const choice = Number.parseInt(jobId.slice(-1), 16) || 0
  return (
    <svg viewBox="0 0 64 48" preserveAspectRatio="xMidYMid slice" aria-hidden>
      <path d="M0 0h64v48H0z" fill={ground} />
      {drawings[choice % drawings.length]}
    </svg>
  )
}
