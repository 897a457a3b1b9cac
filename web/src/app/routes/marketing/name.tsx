/** The mark and the name, as the app has them, without its styles. */
export function Name() {
  return (
    <span className="name">
      <svg viewBox="0 0 32 32" width="26" height="26" aria-hidden>
        <rect width="32" height="32" rx="9" fill="currentColor" />
        <path d="M8 22.5V11l8 7.5 8-7.5v11.5" />
      </svg>
      Mendwell
    </span>
  )
}
