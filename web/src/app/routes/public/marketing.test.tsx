import { render, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import Marketing from './marketing.tsx'

const sectionOf = (heading: string | RegExp) => {
  const section = screen.getByRole('heading', { name: heading }).closest('section')
  if (!section) throw new Error('The heading is outside of a section.')
  return within(section)
}

// @covers 2.marketing.hero
test('the hero says what the product does and that signing up costs nothing', () => {
  render(<Marketing />)
  const hero = sectionOf('Maintenance work, from first post to finished job')
  expect(
    hero.getByText(
      /^Mendwell connects facilities with consultants and maintenance professionals\./,
    ),
  ).toBeVisible()
  expect(
    hero.getByText('Colorado facilities save time and money. Zero sign-up costs.'),
  ).toBeVisible()
})

// @covers 2.marketing.features
test('the features are comparing bids, automated vetting and automated negotiation, among others', () => {
  render(<Marketing />)
  const features = sectionOf('Less chasing, more done').getAllByRole('listitem')
  expect(features.map((feature) => within(feature).getByRole('heading').textContent)).toEqual([
    'Post a job in a minute',
    'Compare bids, not emails',
    'Ask a consultant first',
    'One place to talk',
    'Automated vettingcoming soon',
    'Automated negotiationcoming soon',
  ])
})

// @covers 2.marketing.closing-call
test('the last section says that signing up is free, and links to the form', () => {
  render(<Marketing />)
  const closing = sectionOf('Your next job, without the phone calls')
  expect(closing.getByText(/^Signing up is free\./)).toBeVisible()
  for (const name of ["Get Started – It's Free", 'Schedule Demo'])
    expect(closing.getByRole('link', { name })).toHaveAttribute('href', '/request-intake-form')
})

// @covers 2.marketing.header 2.marketing.footer
test('the header links to the login and the form, and the footer has a copyright line', () => {
  render(<Marketing />)
  const header = within(screen.getByRole('banner'))
  expect(header.getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/login')
  expect(header.getByRole('link', { name: 'Request Demo' })).toHaveAttribute(
    'href',
    '/request-intake-form',
  )
  expect(within(screen.getByRole('contentinfo')).getByText(/^© \d{4} Mendwell/)).toBeVisible()
})
