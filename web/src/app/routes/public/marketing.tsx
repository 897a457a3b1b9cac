import { systemTokens } from '#ui/tokens.ts'
import { latinTypeface } from '#ui/typeface.ts'
import { staticPage } from '../../page-meta.ts'
import frameStyles from './marketing-frame.css?inline'
import { Features, People, Steps } from './marketing-sections.tsx'
import stepStyles from './marketing-steps.css?inline'
import styles from './marketing.css?inline'

export const handle = staticPage

/** The server replaces this placeholder with its public URL. */
const site = 'https://site.invalid'

const pageTitle = 'Mendwell: maintenance work, from first post to finished job'
const description =
  'Mendwell connects facilities with consultants and maintenance professionals. Post a job, receive bids, compare and select, get it done. Zero sign-up costs.'

export function meta() {
  return [
    { title: pageTitle },
    { name: 'description', content: description },
    { property: 'og:url', content: `${site}/marketing` },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: 'Mendwell' },
    { property: 'og:title', content: pageTitle },
    { property: 'og:description', content: description },
    { property: 'og:image', content: `${site}/social-card.png` },
    { name: 'twitter:card', content: 'summary_large_image' },
    { tagName: 'link', rel: 'canonical', href: `${site}/marketing` },
  ]
}

const pageStyles = styles + frameStyles + stepStyles
const css = systemTokens(pageStyles) + latinTypeface + pageStyles

export default function Marketing() {
  return (
    <>
      <style dangerouslySetInnerHTML={{ __html: css }} />
      <Header />
      <main>
        <Hero />
        <Features />
        <Steps />
        <People />
        <Closing />
      </main>
      <Footer />
    </>
  )
}

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

export function Hero() {
  return (
    <section className="hero">
      <p className="eyebrow">For facilities, contractors and consultants</p>
      <h1>Maintenance work, from first post to finished job</h1>
      <p className="lead">
        Mendwell connects facilities with consultants and maintenance professionals. Post a job,
        compare bids side by side, and see it through.
      </p>
      <p className="buttons">
        <a className="button" href="/request-intake-form">
          Get Started
        </a>
        <a className="button plain" href="/login">
          Login
        </a>
      </p>
      <p className="small-print">Colorado facilities save time and money. Zero sign-up costs.</p>
      <Frame />
    </section>
  )
}

// Screenshots have these sizes in CSS pixels. The files from scripts/screens.mjs have twice the width and height.
const desk = { width: 1280, height: 800 }
const phone = { width: 360, height: 640 }
const onPhone = '(max-width: 48em)'
const inDark = '(prefers-color-scheme: dark)'

export function Frame() {
  return (
    <figure className="frame">
      <div className="window">
        <div className="bar" aria-hidden>
          <i />
          <i />
          <i />
        </div>
        <picture>
          <source media={`${onPhone} and ${inDark}`} srcSet="/product/phone-dark.avif" {...phone} />
          <source media={onPhone} srcSet="/product/phone-light.avif" {...phone} />
          <source media={inDark} srcSet="/product/desk-dark.avif" {...desk} />
          <img
            src="/product/desk-light.avif"
            alt="A facility's dashboard in Mendwell: open items with a button each, key stats and posted jobs."
            {...desk}
          />
        </picture>
      </div>
      <figcaption>Sample data shown.</figcaption>
    </figure>
  )
}

export function Closing() {
  return (
    <section className="wide last">
      <div className="closing">
        <h2>Your next job, without the phone calls</h2>
        <p>Signing up is free. We'll show you around with jobs like yours.</p>
        <p className="buttons">
          <a className="button" href="/request-intake-form">
            {"Get Started – It's Free"}
          </a>
          <a className="button plain" href="/request-intake-form">
            Schedule Demo
          </a>
        </p>
      </div>
    </section>
  )
}

const year = new Date().getFullYear()

export function Footer() {
  return (
    <footer>
      <Name />
      <p>© {year} Mendwell. All rights reserved.</p>
      <nav aria-label="Footer">
        <a href="#how-it-works">How it works</a>
        <a href="/request-intake-form">Contact</a>
      </nav>
    </footer>
  )
}

/** Renders the logo and the name without the app's styles. */
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
