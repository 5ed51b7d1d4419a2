import { pluralOf } from "../plural";

export const plural = pluralOf("en");
