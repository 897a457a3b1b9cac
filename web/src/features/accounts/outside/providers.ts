import type { Way } from '../offered.ts'

export const providerNames = {
  google: 'Google',
  azure: 'Microsoft',
  apple: 'Apple',
  github: 'GitHub',
}

export type Provider = keyof typeof providerNames

export function isProvider(name: string): name is Provider {
  return name in providerNames
}

export function providersAmong(ways: readonly Way[]): Provider[] {
  return ways.filter(isProvider)
}
