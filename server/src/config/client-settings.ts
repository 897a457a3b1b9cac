// Reads settings for other apps that use this server.
import { z } from 'zod'
import { parseJson } from '../parse-json.ts'

const appSettings = z.record(z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/i), z.string())

export const clientSettings = {
  CORS_ORIGINS: z
    .string()
    .transform((text) => text.split(',').map((origin) => origin.trim()))
    .refine((origins) => origins.every(isOrigin), 'must list origins, such as https://app.example')
    .optional(),
  APP_SETTINGS: z
    .string()
    .transform((text) => appSettings.safeParse(parseJson(text)))
    .refine(({ success }) => success, 'must be a JSON object of names and texts')
    .transform(({ data = {} }) => data)
    .default({}),
}

function isOrigin(text: string) {
  return URL.canParse(text) && new URL(text).origin === text
}
