// Pictures to measure: made where there is none yet, once for all who ask, and kept.
import { rm } from 'node:fs/promises'
import { addAbortSignal } from 'node:stream'
import type { FileStore, Part } from '../../files/file-store.ts'
import { Lane } from '../../http/lane.ts'
import { busy, tooLarge } from '../errors.ts'
import { fetchTo } from '../objects/fetch-to.ts'
import type { PictureCache, Place } from './cache.ts'
import { makeToMeasure } from './make.ts'
import { Shared } from './shared.ts'
import { nameOf, type Wanted } from './wanted.ts'

/** In milliseconds; whoever waits longer is told to come again. */
const patience = 25_000
/** Of a picture that is read for it. */
const mostBytes = 50 * 1024 * 1024
/** Of a file on its way here. */
const longestPause = 10_000

export interface Source {
  version: string
  size: number
}

interface Asking {
  who: string
  leaving: AbortSignal
}

export class Pictures {
  readonly #files: FileStore
  readonly #cache: PictureCache
  readonly #making = new Shared<number | undefined>()
  /** Files that are fetched to be read: each takes room on the disk meanwhile. */
  readonly #fetching = new Lane({ atOnce: 4, mostWaiting: 200, patience })

  constructor(files: FileStore, cache: PictureCache) {
    this.#files = files
    this.#cache = cache
  }

  /** How large it is once it is there; undefined where its source is gone. */
  async prepare(source: Source, wanted: Wanted, { who, leaving }: Asking) {
    if (source.size > mostBytes) throw tooLarge()
    const place = placeOf(source, wanted)
    const late = AbortSignal.timeout(patience)
    const asking = {
      leaving: AbortSignal.any([leaving, late]),
      turn: (work: () => Promise<unknown>, left: AbortSignal) =>
        this.#fetching.take(who, work, left),
      work: (abandoned: AbortSignal) => this.#make({ source, place, wanted, abandoned }),
    }
    try {
      return (await this.#cache.sizeOf(place)) ?? (await this.#making.take(nameIn(place), asking))
    } catch (error) {
      throw late.aborted && error === late.reason ? busy(error) : error
    }
  }

  async open(source: Source, wanted: Wanted, part: Part | undefined) {
    const bytes = await this.#cache.open(placeOf(source, wanted), part)
    if (!bytes) throw busy(new Error('A picture went before it was sent.'))
    return bytes
  }

  async #make({ source, place, wanted, abandoned }: Making) {
    const files = this.#files
    const [came, made] = [files.incoming(), files.incoming()]
    try {
      const bytes = await files.open(source.version, { size: source.size })
      if (!bytes) return undefined
      await fetchTo(came, addAbortSignal(abandoned, bytes), { grew: () => {}, longestPause })
      await makeToMeasure(came, { to: made, wanted, name: nameIn(place), abandoned })
      return await this.#cache.keep(made, place)
    } finally {
      await Promise.all([rm(came, { force: true }), rm(made, { force: true })])
    }
  }
}

interface Making {
  source: Source
  place: Place
  wanted: Wanted
  abandoned: AbortSignal
}

function placeOf({ version }: Source, wanted: Wanted): Place {
  return { version, name: nameOf(wanted) }
}

function nameIn({ version, name }: Place) {
  return `${version}-${name}`
}
