// The rules of plain English. After adding a rule, run `node scripts/plain-english.mjs` and read the new findings.
//
// No rule forbids openers that good code uses every day: "How many ...", "Whether ...", "Why ...", "When ...", "The one
// that ...".

/**
 * A pattern that begins with "^" checks how a sentence opens, and questions pass it.
 * A rule with `kinds` checks texts of these kinds only.
 * @typedef {{
 *   name: string,
 *   pattern: RegExp,
 *   hint: string,
 *   kinds?: readonly import('./sentences.mjs').Kind[],
 * }} Rule
 */

/** Whole sentences and headings that pass as they are. */
export const allowed = new Set(['What to do', 'What to do:'])

/** @type {Rule[]} */
const openers = [
  {
    name: 'headless "What"',
    pattern:
      /^(?:What(?:ever)?(?:'s)?|(?:No more than|Not|All|Only|Also|And|But|Except|Or) what)\b/,
    hint: 'start with the subject and name the thing, not "what ..."',
  },
  {
    name: 'headless "Who"',
    pattern:
      /^(?:Who(?:ever|m|mever)?|Whose|(?:Not|Also|And|But|Except|Or) (?:who|whoever|whose))\b/,
    hint: 'start with the subject and name the people or the program: "users who ...", "a proxy that ..."',
  },
  {
    name: 'headless "Of"',
    pattern: /^(?:Of|(?:Also|And|But|Not|Only) of)\b(?! course)/,
    hint: 'start with the subject and put "of ..." behind its noun',
  },
  {
    name: 'headless "Which"',
    pattern: /^Which\b/,
    hint: 'start with the subject and name the thing',
    kinds: ['comment'],
  },
  {
    name: 'headless "One that"',
    pattern: /^One (?:that|who|whose|which)\b/,
    hint: 'name the thing: "an email that ..."',
  },
  {
    name: 'headless clause behind a preposition',
    pattern:
      /^(?:About|After|Against|At|Before|Behind|By|For|From|In|Into|On|Over|Since|To|Under|Until|Up to|With|Without) (?:what|which|who|whom|whose|whoever|whatever|when|how (?:many|much|long|large|far))\b/,
    hint: 'start with the subject and name the thing',
  },
  {
    name: 'half a sentence with "Where"',
    pattern: /^(?:Also )?Where (?!to\b|possible\b|available\b)\S+ [^,]*$/,
    hint: 'write "The place where ...", or "If ..., ..." with its main clause',
    kinds: ['comment', 'screen'],
  },
  {
    name: 'half a sentence with "As"',
    pattern:
      /^As (?!of |expected|usual|before|above|documented|soon |long |an? \w+[.:]?$)[^\s,]+ [^\s,]+ [^,]*$/,
    hint: 'add the main clause: "Matches what the browser sends", "Formatted as ..."',
  },
  {
    name: 'half a sentence with "Said" or "Told"',
    pattern: /^(?:Said|Told|Heard)\b/,
    hint: 'start with the subject: "Logged when ...", "Redundant on purpose: ..."',
  },
  { name: '"Else"', pattern: /^Else\b/, hint: 'write "Otherwise"' },
  {
    name: 'headless object in a commit subject',
    pattern:
      /^(?!(?:Check|Clarify|Define|Describe|Document|Explain|List|Log|Note|Record|Show|Test)\b)[A-Z][a-z]+ (?:again |for )?(?:what|who|whoever|whom|whose)\b/,
    hint: 'name the thing: "Index bids and payments by rare status"',
    kinds: ['commit'],
  },
  {
    name: 'headless opener in lower case',
    pattern: /^(?:what|whatever|who|whoever|whose)\b(?! (?:if|to)\b)/,
    hint: 'start with the subject and name the thing or the people',
  },
]

/** @type {Rule[]} */
const phrases = [
  { name: '"in case that"', pattern: /\bin case that\b/i, hint: 'write "in case" or "if"' },
  {
    name: '"whoever"',
    pattern: /(?<!^)\bwho(?:m|so)?ever\b/,
    hint: 'name the person or the program: "a proxy", not "whoever keeps connections"',
  },
  { name: '"anew"', pattern: /\banew\b/i, hint: 'write "again"' },
  {
    name: '"is none"',
    pattern: /\b(?:is|are|was|were) none\b(?! of)/i,
    hint: 'write "no ... exists", "does not exist", or "is not a ..."',
  },
  {
    name: '"is no" before a noun',
    pattern:
      /(?<!\b(?:there|here|where|that|which|often|still|also|then) )\b(?:is|are|was|were) no (?!longer\b|more\b|less\b|better\b|worse\b|different\b|other\b|need\b|further\b|way\b|such\b|good\b|use\b|one\b|reason\b|match\b|guarantee\b|point\b|secret\b|problem\b|doubt\b|surprise\b|\w+er than\b)[a-z]{2,}/i,
    hint: 'write "is not a ..."',
  },
  {
    name: '"but for"',
    pattern: /(?<!\b(?:not|only)\b[^.;]{0,60})\b(?:but|save) for\b/i,
    hint: 'write "except" or "apart from"',
  },
  {
    name: '"all the same"',
    pattern: /(?<!\b(?:is|are|was|were|be|look) )\ball the same\b/i,
    hint: 'write "still" or "anyway"',
  },
  {
    name: '"came by themselves"',
    pattern: /\b(?:come|comes|came|coming) by (?:itself|themselves|himself|herself)\b/i,
    hint: 'write "signed up", "self-registered" or "arrives unasked"',
  },
  {
    name: '"says of", "told of"',
    pattern: /\b(?:tells?|told|telling|says?|said|saying|speaks?|spoke|spoken) of\b/i,
    hint: 'name the thing: "the file\'s metadata", not "what is said of it"; or write "about"',
  },
  {
    name: '"what is said"',
    pattern: /\bwhat (?:is|was|are|were) (?:said|told|sought|begun|borne|wished)\b/i,
    hint: 'use the noun: "the message", "the query", "the request"',
  },
  {
    name: '"for who"',
    pattern: /\b(?:for|from|to|with) who\b(?! (?:is|are) it\b)/,
    hint: 'name the people: "for users who ..."',
  },
  {
    name: '"of each" behind a colon',
    pattern: /[:;] of (?:each|these|those|which|them|whom|what|several)\b/i,
    hint: 'start the clause with its subject',
  },
  {
    name: '"also where"',
    pattern: /\balso (?:where|who|whoever|what)\b/,
    hint: 'write "even if", "even when" or "and in"',
  },
  {
    name: '"stands in"',
    pattern: /\bstands? (?:in(?! for\b)|here|there|beside)\b/i,
    hint: 'write "is in", "appears in" or "is listed under"',
  },
  {
    name: '"is not there"',
    pattern: /\b(?:is|are|was|were) not there(?=[.,;:)]|$)/i,
    hint: 'write "was not found", "does not exist" or "is missing"',
  },
  { name: '"for ever"', pattern: /\bfor ever\b/i, hint: 'write "forever"' },
  {
    name: '"one\'s own"',
    pattern: /\bone['’]s own\b/i,
    hint: 'write "your own", "their own" or the owner',
  },
  {
    name: '"is born"',
    pattern: /\b(?:is|are|was|were|not|at its) (?:born|birth)\b/i,
    hint: 'write "is created", "a new ..."',
  },
  {
    name: '"no longer of use"',
    pattern: /\bno longer,? of use\b|\bof no (?:more|further) use\b/i,
    hint: 'write "has expired" or "no longer works"',
  },
  {
    name: 'archaic word',
    pattern:
      /\b(?:thereof|therein|thereto|thereupon|therefrom|therewith|hereof|herein|hereto|hereupon|herewith|hereby|whereof|wherein|whereto|whereupon|wherewith|whereby|hitherto|heretofore|henceforth|henceforward|thence|thenceforth|whence|whither|thither|hither|amid|amidst|amongst|whilst|ere|lest|nought|naught|notwithstanding|forthwith|albeit|unto|upon whom|nowise|oftentimes|for want of)\b/i,
    hint: 'use a word of today: "of it", "by which", "until now", "among", "while"',
  },
  {
    name: '"beside it" for "as well"',
    pattern: /\b(?:works?|looks? at|ran|runs?|asks?|none|others?|much) beside (?:it|them)\b/i,
    hint: 'write "at the same time", "as well" or "next to it"',
  },
  {
    name: '"is nobody\'s"',
    pattern: /\b(?:is|are|was|were) (?:merely )?(?:no|some|every)body['’]s(?=[.,;:)]|$)/i,
    hint: 'write "matches no account", "belongs to no one" or "belongs to everyone"',
  },
]

export const rules = [...openers, ...phrases]
