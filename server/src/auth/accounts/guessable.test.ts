import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { dictionary } from '@zxcvbn-ts/language-common'
import { isGuessable } from './guessable.ts'

const common = new Set(dictionary['passwords-common'])

suite('a password is easy to guess', () => {
  const guessable: Record<string, string[]> = {
    'if it is common': ['password', 'letmein1', 'trustno1', 'iloveyou', 'sunshine', 'BASEBALL'],
    'if it is common in full-width letters': ['ｐａｓｓｗｏｒｄ', '１２３４５６７８'],
    'if it is a common word with digits and marks around it': [
      'Welcome123',
      'Passw0rd!',
      'P@ssw0rd2024',
      'Summer2024',
      '$ummer2024!',
      '!!monkey99',
      'Admin@123',
      'princess#1',
    ],
    'if it repeats': [
      '00000000',
      'aaaaaaaa',
      '        ',
      '\t \t \t \t ',
      '12121212',
      'abcabcabc',
      '12341234',
      'xyzwxyzw',
      'q7mq7mq7m',
      '88888888888888888888',
      'aaabbbccc',
    ],
    'if it is a sequence': [
      '12345678',
      '0123456789',
      '987654321',
      '87654321',
      'abcdefgh',
      'ABCDEFGH',
      'hgfedcba',
      'zyxwvuts',
      '11223344',
      'aabbccddee',
      'qwertyuiop',
      'poiuytrewq',
      'asdfghjkl',
      ';lkjhgfd',
      'zxcvbnm,',
      '1qaz2wsx',
      '2wsx3edc4rfv',
      'абвгдежз',
    ],
    'if it is several sequences': [
      'abcd1234',
      '1234qwer',
      'qweasdzxc',
      'abc123xyz789',
      'qwertyasdf1234',
    ],
    'if it is a date': ['31121999', '12251987', '20010911', '1999-12-31', '24.12.2001'],
  }
  for (const [reason, passwords] of Object.entries(guessable)) {
    for (const password of passwords) {
      test(`${reason}: "${password}"`, () => assert.ok(isGuessable(password, common)))
    }
  }
})

test('other passwords are not easy to guess', () => {
  for (const password of [
    'a gate to mend',
    'correct horse battery staple',
    'A-warmer-boiler-room-9',
    'k7#mPq2x',
    'boiler-48-kestrel',
    '48102957',
    'тёплый дом у реки',
    '雨上がりの朝の庭',
    'passworthy-otter-71',
    'x'.repeat(3) + 'k7mq2',
  ])
    assert.ok(!isGuessable(password, common), password)
})

test('a long password is checked quickly', () => {
  const start = performance.now()
  for (const part of ['a', 'ab', '1', ' ', '-', 'qwe']) isGuessable(part.repeat(72), common)
  assert.ok(performance.now() - start < 1000)
})
