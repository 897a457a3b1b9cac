import type { SignInMethod } from './sign-in-methods.ts'

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

export function selectProviders(methods: readonly SignInMethod[]): Provider[] {
  return methods.filter(isProvider)
}
