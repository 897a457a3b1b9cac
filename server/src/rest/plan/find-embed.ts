// Embeds of a request, by the names that other parts of it use for them.
import { notEmbedded } from '../errors.ts'
import { type EmbedPlan, embedsOf, type ResourcePlan } from './plan.ts'

export function findEmbed(resource: ResourcePlan, name: string): EmbedPlan | undefined {
  const embeds = embedsOf(resource)
  return embeds.find(({ as }) => as === name) ?? embeds.find((embed) => embed.name === name)
}

/** The root, or the embed at the end of the path. */
export function findResource(root: ResourcePlan, path: string[]): ResourcePlan {
  let resource = root
  for (const name of path) {
    const embed = findEmbed(resource, name)
    if (!embed) throw notEmbedded(name)
    resource = embed
  }
  return resource
}
