// The box of a conversation: one for all tabs of a person. Words that were refused come back into it while it is
// empty; sent unchanged from there they are the next attempt of the same message, changed they take its place.
import { Observable } from './observable.ts'
import type { Draft, Outbox, Outgoing } from './outbox.ts'

export interface Words {
  text: string
  /** The refused message that these words come from: sending them is its next attempt. */
  from: string | undefined
}

export const noWords: Words = { text: '', from: undefined }

/** Where the words are kept. */
export interface WordsShelf {
  read: () => Words
  put: (words: Words) => void
  /** Tells what other tabs write. */
  subscribe: (listener: () => void) => () => void
}

export class Box {
  readonly #shelf: WordsShelf
  readonly #outbox: Outbox
  readonly #words: Observable<Words>
  /** Sent from this very box: other tabs leave them to it. */
  readonly #sent = new Set<string>()

  constructor(shelf: WordsShelf, outbox: Outbox) {
    this.#shelf = shelf
    this.#outbox = outbox
    this.#words = new Observable(shelf.read())
  }

  readonly get = () => this.#words.get()
  readonly subscribe = (listener: () => void) => this.#words.subscribe(listener)

  /** Agrees with other tabs and with what becomes of its messages, until the function it returns is called. */
  open() {
    const ends = [
      this.#shelf.subscribe(() => this.#words.become(this.#shelf.read())),
      this.#outbox.subscribe(() => this.#takeBackRefused()),
    ]
    this.#words.become(this.#shelf.read())
    return () => {
      for (const end of ends) end()
    }
  }

  type(text: string) {
    this.#become(text === '' ? noWords : { text, from: this.get().from })
  }

  send(draft: Omit<Draft, 'content'>) {
    const { text, from } = this.get()
    const content = text.trim()
    const again = this.#refused(from)
    if (again?.content === content) {
      this.#goAgain(again.clientId)
    } else {
      if (again) void this.#outbox.drop(again.clientId)
      this.#sent.add(this.#outbox.add({ ...draft, content }).clientId)
    }
    this.#become(noWords)
  }

  /** What was changed since it came back into the box stays there, as words of their own. */
  retry(clientId: string) {
    const { text, from } = this.get()
    if (from === clientId) {
      const isUnchanged = this.#refused(clientId)?.content === text.trim()
      this.#become(isUnchanged ? noWords : { text, from: undefined })
    }
    this.#goAgain(clientId)
  }

  /** A refused one goes on from the box; one that waits is taken back first. */
  async edit(clientId: string) {
    if (this.get().from === clientId) return
    const refused = this.#refused(clientId)
    const one = refused ?? (await this.#outbox.drop(clientId))
    if (!one) return
    const from = refused ? clientId : undefined
    this.#become({ text: joined(one.content, this.get().text), from })
  }

  drop(clientId: string) {
    const { text, from } = this.get()
    if (from === clientId) this.#become({ text, from: undefined })
    void this.#outbox.drop(clientId)
  }

  #goAgain(clientId: string) {
    this.#sent.add(clientId)
    this.#outbox.retry(clientId)
  }

  #refused(clientId: string | undefined): Outgoing | undefined {
    return this.#outbox
      .get()
      .outgoing.find((one) => one.clientId === clientId && one.refusal !== undefined)
  }

  #takeBackRefused() {
    const back = [...this.#sent].flatMap((clientId) => this.#refused(clientId) ?? [])
    for (const { clientId } of back) this.#sent.delete(clientId)
    const [first] = back
    if (first && this.get().text.trim() === '') {
      this.#become({ text: first.content, from: first.clientId })
    }
  }

  #become(words: Words) {
    this.#shelf.put(words)
    this.#words.become(words)
  }
}

function joined(...texts: string[]) {
  return texts.filter(Boolean).join('\n')
}
