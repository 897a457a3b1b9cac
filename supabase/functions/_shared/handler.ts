/** An error that handlerFor turns into a response. */
export class Refusal extends Error {
  readonly status: number
  readonly headers: Record<string, string>

  constructor(status: number, message: string, headers: Record<string, string> = {}) {
    super(message)
    this.status = status
    this.headers = headers
  }
}

/** The result becomes a JSON response, and a Refusal becomes a response with {message}. */
export function handlerFor<Context>(
  answer: (request: Request, context: Context) => Promise<object>,
) {
  return {
    async fetch(request: Request, context: Context): Promise<Response> {
      try {
        return Response.json(await answer(request, context))
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        const { status, message, headers } = error
        return Response.json({ message }, { status, headers })
      }
    },
  }
}
