import { Name } from './name.tsx'

export function Header() {
  return (
    <header className="top">
      <a className="home" href="/marketing" aria-label="Mendwell, home">
        <Name />
      </a>
      <nav aria-label="Main">
        <a className="hide" href="#how-it-works">
          How it works
        </a>
        <a href="/login">Sign In</a>
        <a className="button small" href="/request-intake-form">
          Request Demo
        </a>
      </nav>
    </header>
  )
}
