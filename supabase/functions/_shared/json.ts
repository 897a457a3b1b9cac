/** Returns undefined if the body is not a JSON object. */
export async function readJsonObject(
  message: Request | Response | undefined,
): Promise<Record<string, unknown> | undefined> {
  const body: unknown = await message?.json().catch(() => undefined)
  return isObject(body) ? body : undefined
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
