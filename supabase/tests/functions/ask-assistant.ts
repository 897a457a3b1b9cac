// Calls the assistant with a fake server behind it.
import { z } from 'zod'
import assistant from '../../functions/assistant/index.ts'

/** Maps each path to the rows of its response, or to the status of a refusal. */
type FakeResponses = Record<string, unknown>

interface RecordedCall {
  path: string
  headers: Record<string, string>
}

const figures: FakeResponses = {
  '/rest/v1/admin_live_metrics': [{ open_jobs: 12, pending_bids: 1, today: '2026-07-15' }],
  '/rest/v1/rpc/get_revenue_analytics': [
    { date: '2026-01-01', amount: 0.1 },
    { date: '2026-01-02', amount: 0.2 },
  ],
  '/rest/v1/rpc/get_job_analytics': [
    { date: '2026-01-01', posted_jobs: 2, bids: 7 },
    { date: '2026-01-02', posted_jobs: 0, bids: 3 },
  ],
  '/rest/v1/rpc/get_user_growth': [{ date: '2026-01-01', count: 4 }],
  '/rest/v1/rpc/get_consultation_analytics': [{ date: '2026-01-01', count: 0 }],
  '/rest/v1/rpc/get_job_categories': [
    { category: 'Other', count: 0 },
    { category: 'Roofing', count: 1 },
    { category: 'HVAC', count: 5 },
  ],
  '/rest/v1/dashboard_total_users_by_role': [
    { role: 'admin', total: 1 },
    { role: null, total: 2 },
  ],
}

const answerSchema = z.record(z.string(), z.unknown())

const callerHeaders = {
  apikey: 'key',
  authorization: 'Bearer token',
  cookie: 'a=1',
  'x-mine': 'a',
}

export async function ask(
  requestBody: unknown,
  { method = 'POST', responses = {} }: { method?: string; responses?: FakeResponses } = {},
) {
  const calls: RecordedCall[] = []
  const api = async (path: string, init?: RequestInit) => {
    calls.push({ path, headers: Object.fromEntries(new Headers(init?.headers)) })
    return toResponse({ ...figures, ...responses }[path.replace(/\?.*/, '')])
  }
  const request = new Request('http://localhost/functions/v1/assistant', {
    method,
    headers: callerHeaders,
    ...(requestBody === undefined ? {} : { body: JSON.stringify(requestBody) }),
  })
  const response = await assistant.fetch(request, { api })
  const body = answerSchema.parse(await response.json())
  return { status: response.status, headers: response.headers, body, calls }
}

function toResponse(response: unknown) {
  if (typeof response !== 'number') return Response.json(response ?? null)
  const headers = { 'retry-after': '7' }
  return Response.json({ code: '42501', message: 'secret' }, { status: response, headers })
}
