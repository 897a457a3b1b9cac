import { Name } from './name.tsx'

const year = new Date().getFullYear()

export function Footer() {
  return (
    <footer>
      <Name />
      <p>© {year} Mendwell. All rights reserved.</p>
      <nav aria-label="At the foot">
        <a href="#how-it-works">How it works</a>
        <a href="/request-intake-form">Contact</a>
      </nav>
    </footer>
  )
}
