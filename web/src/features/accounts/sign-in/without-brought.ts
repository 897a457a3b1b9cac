// What an address brought along is used up once.
const names = ['token_hash', 'type', 'code', 'error', 'error_code', 'error_description']

export function withoutBrought(params: URLSearchParams) {
  for (const name of names) params.delete(name)
  return params
}
