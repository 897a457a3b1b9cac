// Turns figures into sentences.
import type { NamedCount } from './figures.ts'

const grouped = new Intl.NumberFormat('en-US')
const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  trailingZeroDisplay: 'stripIfInteger',
})

type Pair = readonly [one: string, many: string]

const is: Pair = ['is', 'are']
const was: Pair = ['was', 'were']

export function sayOpenJobs(count: number) {
  return `${howMany(count, 'job', is)} open now.`
}

export function sayPendingBids(count: number) {
  return `${howMany(count, 'bid', is)} pending now.`
}

export function sayPostedJobs(count: number, when: string) {
  return `${howMany(count, 'job', was)} posted ${when}.`
}

export function sayBids(count: number, when: string) {
  return `${howMany(count, 'bid', was)} made ${when}.`
}

export function sayConsultations(count: number, when: string) {
  return `${howMany(count, 'consultation', was)} booked ${when}.`
}

function howMany(count: number, noun: string, [one, many]: Pair) {
  const amount = count === 0 ? 'No' : grouped.format(count)
  return count === 1 ? `1 ${noun} ${one}` : `${amount} ${noun}s ${many}`
}

export function sayRevenue(amount: number, when: string) {
  return amount === 0
    ? `There was no revenue ${when}.`
    : `Revenue was ${dollars.format(amount)} ${when}.`
}

export function sayNewUsers(count: number, when: string) {
  if (count === 0) return `Nobody joined ${when}.`
  if (count === 1) return `1 person joined ${when}.`
  return `${grouped.format(count)} people joined ${when}.`
}

export function sayCategories(categories: NamedCount[]) {
  const [first, ...others] = categories.slice(0, 3)
  if (!first) return 'There are no jobs yet.'
  const jobs = first.count === 1 ? 'job' : 'jobs'
  const top = `${first.name} (${grouped.format(first.count)} ${jobs})`
  if (others.length === 0) return `The top category is ${top}.`
  const rest = others.map(({ name, count }) => `${name} (${grouped.format(count)})`)
  return `The top categories are ${list([top, ...rest])}.`
}

const roles: Record<string, Pair> = {
  facility: ['facility', 'facilities'],
  contractor: ['contractor', 'contractors'],
  consultant: ['consultant', 'consultants'],
  admin: ['admin', 'admins'],
  '': ['user without a role', 'users without a role'],
}

export function sayRoles(counted: NamedCount[]) {
  const total = counted.reduce((sum, { count }) => sum + count, 0)
  if (total === 0) return 'There are no users yet.'
  const parts = counted.map(({ name, count }) => {
    const [one, many] = roles[name] ?? [name, name]
    return `${grouped.format(count)} ${count === 1 ? one : many}`
  })
  const all = total === 1 ? 'is 1 user' : `are ${grouped.format(total)} users`
  return `There ${all}: ${list(parts)}.`
}

function list(parts: string[]) {
  const before = parts.slice(0, -1).join(', ')
  return [before, parts.at(-1)].filter(Boolean).join(' and ')
}
