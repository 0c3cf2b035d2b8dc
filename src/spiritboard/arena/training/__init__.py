"""Learned judgements: networks that are trained on games that bots play against themselves."""
