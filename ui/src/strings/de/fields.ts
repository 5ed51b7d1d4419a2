import type { fields as english } from "../en/fields";

export const fields: typeof english = {
  tooShort: (field, least) => `${field} muss mindestens ${least} Zeichen haben.`,
  tooLong: (field, most) => `${field} darf höchstens ${most} Zeichen haben.`,
  tooFew: (field, least) => `${field}: mindestens ${least} wählen.`,
  tooMany: (field, most) => `${field}: höchstens ${most} wählen.`,
  noEmail: (field) => `${field} muss eine E-Mail-Adresse sein.`,
  noAddress: (field) => `${field} muss eine Adresse wie https://example.com sein.`,
};
