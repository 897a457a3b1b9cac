/** Work that failed for good: what it was refused for would be refused again. */
export class NeverAgain extends Error {}
