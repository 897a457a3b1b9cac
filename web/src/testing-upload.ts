// Stubs XMLHttpRequest, which uploads use to report progress.

const progressDivisor = 2

export class UploadRequest extends EventTarget {
  readonly upload = new EventTarget()
  status = 0
  responseText = ''
  readonly #headers = new Headers()
  #method = ''
  #url = ''
  #isAborted = false

  open(method: string, url: string) {
    this.#method = method
    this.#url = url
  }

  setRequestHeader(name: string, value: string) {
    this.#headers.set(name, value)
  }

  send(body: File) {
    const { size: total } = body
    const loaded = total / progressDivisor
    this.upload.dispatchEvent(new ProgressEvent('progress', { loaded, total }))
    void this.#send(body)
  }

  abort() {
    this.#isAborted = true
    this.dispatchEvent(new Event('abort'))
  }

  async #send(body: File) {
    try {
      const response = await fetch(this.#url, {
        method: this.#method,
        headers: this.#headers,
        body,
      })
      this.responseText = await response.text()
      this.status = response.status
      this.#dispatch('load')
    } catch {
      this.#dispatch('error')
    }
  }

  #dispatch(type: string) {
    if (!this.#isAborted) this.dispatchEvent(new Event(type))
  }
}
