// The composer draft is the text in the message box, which all tabs share. The text of a refused message returns to an
// empty draft. Sending the unchanged text retries the message, and a changed text replaces the message.
import { Observable } from './observable.ts'
import type { NewMessage, Outbox, OutgoingMessage } from './outbox.ts'

export interface Draft {
  text: string
  /** The client id of the refused message whose text is in the draft. */
  from: string | undefined
}

export const emptyDraft: Draft = { text: '', from: undefined }

export interface DraftStorage {
  read: () => Draft
  put: (draft: Draft) => void
  /** Calls the listener when another tab changes the draft. */
  subscribe: (listener: () => void) => () => void
}

export class ComposerDraft {
  readonly #storage: DraftStorage
  readonly #outbox: Outbox
  readonly #draft: Observable<Draft>
  /** The client ids of this tab's messages. Only the sending tab moves a refused text into the draft. */
  readonly #sent = new Set<string>()

  constructor(storage: DraftStorage, outbox: Outbox) {
    this.#storage = storage
    this.#outbox = outbox
    this.#draft = new Observable(storage.read())
  }

  readonly get = () => this.#draft.get()
  readonly subscribe = (listener: () => void) => this.#draft.subscribe(listener)

  /** Subscribes to other tabs and to the `Outbox`. Returns a function that unsubscribes. */
  open() {
    const ends = [
      this.#storage.subscribe(() => this.#draft.set(this.#storage.read())),
      this.#outbox.subscribe(() => this.#restoreRefused()),
    ]
    this.#draft.set(this.#storage.read())
    return () => {
      for (const end of ends) end()
    }
  }

  type(text: string) {
    this.#become(text === '' ? emptyDraft : { text, from: this.get().from })
  }

  send(message: Omit<NewMessage, 'content'>) {
    const { text, from } = this.get()
    const content = text.trim()
    const refused = this.#findRefused(from)
    if (refused?.content === content) {
      this.#resend(refused.clientId)
    } else {
      if (refused) void this.#outbox.drop(refused.clientId)
      this.#sent.add(this.#outbox.add({ ...message, content }).clientId)
    }
    this.#become(emptyDraft)
  }

  /** Retries a refused message. A changed text of the message stays in the draft. */
  retry(clientId: string) {
    const { text, from } = this.get()
    if (from === clientId) {
      const isUnchanged = this.#findRefused(clientId)?.content === text.trim()
      this.#become(isUnchanged ? emptyDraft : { text, from: undefined })
    }
    this.#resend(clientId)
  }

  /**
   * Adds the text of an unsent message to the draft. A refused message stays in the send queue until the draft is sent.
   */
  async edit(clientId: string) {
    if (this.get().from === clientId) return
    const refused = this.#findRefused(clientId)
    const message = refused ?? (await this.#outbox.drop(clientId))
    if (!message) return
    const from = refused ? clientId : undefined
    this.#become({ text: joinLines(message.content, this.get().text), from })
  }

  drop(clientId: string) {
    const { text, from } = this.get()
    if (from === clientId) this.#become({ text, from: undefined })
    void this.#outbox.drop(clientId)
  }

  #resend(clientId: string) {
    this.#sent.add(clientId)
    this.#outbox.retry(clientId)
  }

  #findRefused(clientId: string | undefined): OutgoingMessage | undefined {
    return this.#outbox
      .get()
      .outgoing.find((one) => one.clientId === clientId && one.refusal !== undefined)
  }

  #restoreRefused() {
    const restored = [...this.#sent].flatMap((clientId) => this.#findRefused(clientId) ?? [])
    for (const { clientId } of restored) this.#sent.delete(clientId)
    const [first] = restored
    if (first && this.get().text.trim() === '') {
      this.#become({ text: first.content, from: first.clientId })
    }
  }

  #become(draft: Draft) {
    this.#storage.put(draft)
    this.#draft.set(draft)
  }
}

function joinLines(...texts: string[]) {
  return texts.filter(Boolean).join('\n')
}
