import { systemTokens } from '#ui/tokens.ts'
import { latinTypeface } from '#ui/typeface.ts'
import { staticPage } from '../../static-page.ts'
import { Closing } from './closing.tsx'
import { Features } from './features.tsx'
import { Footer } from './footer.tsx'
import frameStyles from './frame.css?inline'
import { Header } from './header.tsx'
import { Hero } from './hero.tsx'
import styles from './marketing.css?inline'
import { People } from './people.tsx'
import { Steps } from './steps.tsx'
import stepStyles from './steps.css?inline'

export const handle = staticPage

/** Stands for the address that the server knows. */
const site = 'https://site.invalid'

const title = 'Mendwell: maintenance work, from first post to finished job'
const description =
  'Mendwell connects facilities with consultants and maintenance professionals. Post a job, receive bids, compare and select, get it done. Zero sign-up costs.'

export function meta() {
  return [
    { title },
    { name: 'description', content: description },
    { property: 'og:url', content: `${site}/marketing` },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: 'Mendwell' },
    { property: 'og:title', content: title },
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
