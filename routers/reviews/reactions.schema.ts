import { z } from 'zod'
import { REACTION_KINDS } from '../../src/vocabulary.ts'
import { Reactions } from './read/review.schema.ts'

export const ReactionInput = z.object({ kind: z.enum(REACTION_KINDS, { error: 'must be up or down' }) })
export const ReactionOutput = z.object({ reactions: Reactions }).meta({ id: 'ReactionAnswer' })

const Names = z.array(z.object({ name: z.string() }))
export const ReactionList = z.object({ up: Names, down: Names }).meta({ id: 'ReactionList' })
