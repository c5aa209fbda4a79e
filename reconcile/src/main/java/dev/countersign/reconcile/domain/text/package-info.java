/**
 * What a text may hold that the product keeps: characters that every report can carry ({@link
 * dev.countersign.reconcile.domain.text.PlainText}), and no card number that somebody typed where
 * none belongs ({@link dev.countersign.reconcile.domain.text.CardNumberMask}). In a file that a
 * spreadsheet opens none is computed ({@link
 * dev.countersign.reconcile.domain.text.SpreadsheetText}).
 */
@NullMarked
package dev.countersign.reconcile.domain.text;

import org.jspecify.annotations.NullMarked;
