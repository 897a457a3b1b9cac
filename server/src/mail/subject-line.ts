const signsInWord = 10

/** What looks like an encoded word would be decoded where it is read: then all of the subject is encoded. */
export function subjectLine(text: string) {
  if (!text.includes('=?')) return text
  const signs = Array.from(text)
  const words: string[] = []
  for (let begin = 0; begin < signs.length; begin += signsInWord) {
    words.push(encodedWord(signs.slice(begin, begin + signsInWord).join('')))
  }
  return words.join(' ')
}

function encodedWord(text: string) {
  return `=?UTF-8?B?${Buffer.from(text).toString('base64')}?=`
}
