/** The job that removes the data of an account which was given up. */
export const DELETE_ACCOUNT = 'account.delete';
